import type { ComponentType, ReactNode } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'
import type { View } from './views.ts'

interface FrameProps {
  /** The screen of the current navigation entry. */
  current: string
  /** Excludes the language. */
  path: string
}

/** The app of a page: the portal or the desk. A page carries nothing of the other one, and a link to it loads a page. */
export interface Area {
  readonly findView: (path: string) => View | undefined
  readonly Shell: ComponentType<FrameProps & { children: ReactNode }>
  readonly drawer: LazyComponent<ComponentType<FrameProps>>
  /** Where most moves lead: loaded while idle. */
  readonly likelyViews: readonly View[]
}

let current: Area | undefined

/** Called by the island of a page before anything of it renders. */
export function enterArea(area: Area): void {
  current = area
}

/** The view of the page's area. */
export const findView = (path: string): View | undefined => current?.findView(path)
