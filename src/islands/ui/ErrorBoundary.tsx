import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** What is shown instead; `retry` tries the content again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps a part that breaks from taking the page with it. */
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
