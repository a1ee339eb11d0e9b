@rem npm scripts say `exec`, so that signals reach the command itself. Windows has no such word.
@%*
