@rem npm runs our scripts by "exec node ...", so that a signal to npm reaches them; Windows has no such word.
@%*
