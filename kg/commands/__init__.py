"""What each command of the command line does; each module is imported only when its command is called."""
