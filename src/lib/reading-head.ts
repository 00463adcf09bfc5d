import { beforePaint } from './before-paint.ts'
import { startReadingPage } from './reading-page.ts'

// In the head of pages that are to be read: all of their script, since a framework would weigh twenty times as much.
beforePaint()
addEventListener('DOMContentLoaded', startReadingPage)
