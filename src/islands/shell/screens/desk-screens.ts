import { lazyScreens } from 'virtual:desk-lazy-screens'
import { createViews, matchView } from './views.ts'

export const deskViews = createViews(lazyScreens, 'desk:views')

export const findDeskView = (path: string) => matchView(deskViews, path)
