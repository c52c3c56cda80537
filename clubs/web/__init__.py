"""What every page is made with: decorators, forms, revisions, caching, lists and exports."""
