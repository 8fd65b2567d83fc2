/**
 * What the operator can put right: its message is one clear sentence, printed without a stack trace.
 * Any other error at start is a mistake of ours and keeps its stack.
 */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
