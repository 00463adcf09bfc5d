import { initBeforePaint } from './before-paint.ts'
import { initStaticPage } from './static-page.ts'

// The only script of static pages, to avoid loading a framework.
initBeforePaint()
addEventListener('DOMContentLoaded', initStaticPage)
