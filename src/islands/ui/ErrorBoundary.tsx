import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** `retry` renders the content again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** An error boundary for a part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}
