import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/platform/locale.ts'
import { type NoticePreview, type NoticeSources, previewNotice } from '#contract/portal/desk/notices.ts'
import { ApiError, call } from '#lib/api/call.ts'

export type Previews = Readonly<Partial<Record<Locale, NoticePreview | undefined>>>

const delayMs = 350

/** What readers would see: debounced, and never that of an older text. */
export function usePreview(sources: NoticeSources): { previews: Previews; failure: string | null } {
  const [previews, setPreviews] = useState<Previews>({})
  const [failure, setFailure] = useState<string | null>(null)
  const last = useRef(0)
  const text = JSON.stringify(sources)
  useEffect(() => {
    last.current += 1
    const own = last.current
    const timer = setTimeout(
      async () => {
        try {
          const answer = await call(previewNotice, { body: { sources: JSON.parse(text) } })
          if (own !== last.current) return
          setPreviews(answer.previews)
          setFailure(null)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          if (own === last.current) setFailure(error.message)
        }
      },
      own === 1 ? 0 : delayMs,
    )
    return () => clearTimeout(timer)
  }, [text])
  return { previews, failure }
}
