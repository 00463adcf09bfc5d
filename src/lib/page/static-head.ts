import { initBeforePaint } from './before-paint.ts'
import { initStaticPage } from './static-page.ts'

// In the head of static pages: all of their script, at a twentieth of the size of a framework.
initBeforePaint()
addEventListener('DOMContentLoaded', initStaticPage)
