import { initBeforePaint } from './before-paint.ts'
import { initStaticPage } from './static-page.ts'

// In the head of pages that are to be read: all of their script, since a framework would weigh twenty times as much.
initBeforePaint()
addEventListener('DOMContentLoaded', initStaticPage)
