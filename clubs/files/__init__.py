"""Where files live: in the data folder of this machine, or in the database that several machines share.

areas       the areas of files, each with the storage that the settings say
folder      a storage in a folder, flushed to the disk
database    a storage in the database, in chunks
local       finished files of this machine, and the flushing of files and folders
moving      uploads brought to where the settings say
"""

__all__ = ["areas", "database", "folder", "incoming", "local", "moving"]
