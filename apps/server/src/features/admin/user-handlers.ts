import { type ApprovalDeps, approvals } from './approvals.ts'
import { auditLog } from './audit-log.ts'
import { contactDesk } from './contact.ts'
import { imports } from './import.ts'
import { users } from './users.ts'

type Part = ReturnType<typeof users> &
  ReturnType<typeof imports> &
  typeof contactDesk &
  typeof auditLog &
  ReturnType<typeof approvals>

/** Everything about people: who they are, what they wrote, what was done to them, and where they came from. */
export const people = (deps: ApprovalDeps & { readonly reservedNames: readonly string[] }): Part => ({
  ...users(deps),
  ...contactDesk,
  ...auditLog,
  ...approvals(deps),
  ...imports(deps),
})
