import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: ReactNode
  /** What one can do about it. */
  children?: ReactNode
  actions?: ReactNode
  heading?: 'h2' | 'h3'
}

/** A dry bed that waits for water: nothing here yet, and what to do next. */
export const EmptyState = ({ title, children, actions, heading: Heading = 'h3' }: EmptyStateProps) => (
  <div className="empty">
    <EmptyArt />
    <Heading>{title}</Heading>
    {children && <div className="empty-text">{children}</div>}
    {actions && <div className="empty-actions">{actions}</div>}
  </div>
)

const EmptyArt = () => (
  <svg className="empty-art" viewBox="0 0 176 88" fill="none" strokeLinecap="round" aria-hidden="true">
    <path stroke="var(--line)" strokeWidth="10" d="M6 66c26-18 46 12 78-4s46-18 86-6" />
    <path stroke="var(--water-deep)" strokeWidth="4" d="M6 66c26-18 46 12 78-4" />
    <path stroke="var(--water-deep)" strokeWidth="4" strokeDasharray="1 9" d="M84 62c32-16 46-18 86-6" />
    <circle cx="122" cy="22" r="10" fill="var(--money)" />
  </svg>
)
