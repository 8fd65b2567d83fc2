import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  open?: boolean
  /** Of those with the same group name only one is open. */
  group?: string
}

/** A question that opens its answer: the platform's own `<details>`. */
export const Disclosure = ({ summary, children, open = false, group }: DisclosureProps) => (
  <details className="disclosure" open={open} name={group}>
    <summary>
      <span>{summary}</span>
      <IconChevronDown aria-hidden="true" />
    </summary>
    <div className="disclosure-body">{children}</div>
  </details>
)
