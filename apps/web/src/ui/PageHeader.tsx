import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** The links above this page, outermost first; the router's own links. */
  crumbs?: { key: string; link: ReactNode }[]
}

/** The one `<h1>` of a page, with the way back above it. */
export const PageHeader = ({ title, lead, actions, crumbs = [] }: PageHeaderProps) => (
  <header className="page-header">
    {crumbs.length > 0 && (
      <nav aria-label={t({ id: 'ui.crumbs', message: 'Breadcrumb' })}>
        <ol className="crumbs">
          {crumbs.map((crumb) => (
            <li key={crumb.key}>{crumb.link}</li>
          ))}
        </ol>
      </nav>
    )}
    <div className="page-title">
      <h1>{title}</h1>
      {actions && <div className="page-actions">{actions}</div>}
    </div>
    {lead && <p className="page-lead">{lead}</p>}
  </header>
)
