import { Component, type ErrorInfo, type ReactNode } from 'react'
import { report } from '#api/analytics.ts'

interface ErrorBoundaryProps {
  /** The page that is shown; another one starts afresh. */
  page: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** Catches what a page throws while it is drawn, so that the visitor is not left with an empty screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; page: string }> {
  override state = { error: null, page: this.props.page }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ page }: ErrorBoundaryProps, state: { page: string }) {
    return page === state.page ? null : { error: null, page }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    report({ type: 'render', message: error.message, address: componentStack ?? this.props.page })
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : this.props.fallback(error)
  }
}
