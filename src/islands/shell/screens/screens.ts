import { lazyScreens } from 'virtual:lazy-screens'
import { createViews, matchView } from './views.ts'

/** Of the portal. */
export const views = createViews(lazyScreens, 'shell:views')

export const findPortalView = (path: string) => matchView(views, path)
