import { Methods } from '#features/admin/method/Methods.tsx'
import { Wallets } from '#features/admin/overview/Wallets.tsx'

/** The ways to be paid, and the wallets that pay. */
export const MethodsTab = () => (
  <div className="grid gap-4">
    <Methods />
    <Wallets besideMethods />
  </div>
)
