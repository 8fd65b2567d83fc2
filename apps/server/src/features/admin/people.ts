import { type ApprovalRooms, approvals } from './approvals.ts'
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
export const people = (rooms: ApprovalRooms & { readonly reservedNames: readonly string[] }): Part => ({
  ...users(rooms),
  ...contactDesk,
  ...auditLog,
  ...approvals(rooms),
  ...imports(rooms),
})
