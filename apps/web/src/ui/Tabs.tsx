import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { wrapIndex } from '#ui/form/wrap-index.ts'

export interface Tab {
  key: string
  label: ReactNode
}

interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValue: (key: string) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

export const Tabs = ({ label, tabs, value, onValue, children }: TabsProps) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === value)
    const next = wrapIndex({ key: event.key, at, count: tabs.length, axis: 'horizontal' })
    const tab = next === null ? undefined : tabs[next]
    if (!tab || next === null) return
    event.preventDefault()
    onValue(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className="tab"
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            onClick={() => onValue(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="tab-panel">
        {children}
      </div>
    </div>
  )
}
