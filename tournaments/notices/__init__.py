"""What reaches a player's phone and mailbox: the news of an entry, and the letters of an event.

push         a message that one phone can read, handed to its push service
outbox       letters that are stored with the act that they are about, and tried until they have arrived
news         what is news for an entry now, in words
looking      what is news is put on its way
sending      the errands that send it
addresses    phones and mailboxes, as whoever has the code of an entry asks for them
sentences    what players read on their own page, on a phone and in a mail
old          what is deleted with the codes of an event

Nothing is sent while a page is made: a mail server or a push service that is slow, or away, holds nobody up.
"""

__all__ = ["addresses", "looking", "news", "old", "outbox", "push", "sending", "sentences"]
