import type { ReactNode } from 'react'
import { useSession } from './use-session.ts'

/** Leaves the whole window to a page that brings its own bar, as a viewed ad does. */
export const FullLayout = ({ children }: { children: ReactNode }) => {
  useSession()
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}
