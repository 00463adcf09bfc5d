import { useEffect, useRef, useState } from 'react'
import type { Endpoint, EndpointQuery } from '#contract/platform/endpoint.ts'
import { ApiError } from '#lib/api/call.ts'
import { formatBytes } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { Button } from './Button.tsx'

interface ExportButtonProps<E extends Endpoint> {
  endpoint: E
  query: EndpointQuery<E>
  /** Names the table in the CSV. */
  table?: string
  /** Texts for another kind of file. */
  texts?: { button: string; done: string }
  kind?: 'primary'
}

/** A second click cancels the download. */
export function ExportButton<E extends Endpoint>({
  endpoint,
  query,
  table = '',
  texts,
  kind,
}: ExportButtonProps<E>) {
  const [bytes, setBytes] = useState<number | null>(null)
  const controllerInFlight = useRef<AbortController>(null)
  useEffect(() => () => controllerInFlight.current?.abort(), [])

  async function save() {
    const controller = new AbortController()
    const { signal } = controller
    controllerInFlight.current = controller
    setBytes(0)
    try {
      const { download } = await import('#lib/api/download.ts')
      await download(endpoint, { query, signal, onProgress: setBytes })
      notify('success', texts?.done ?? t('common:export.done'))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      notify('error', error.message)
    } finally {
      setBytes(null)
    }
  }

  if (bytes === null)
    return (
      <Button
        className="small"
        kind={kind}
        aria-label={texts ? undefined : t('common:export.of', { table })}
        onClick={save}
      >
        {texts?.button ?? t('common:export.button')}
      </Button>
    )
  return (
    <Button
      className="small"
      kind={kind}
      title={t('common:export.cancel')}
      onClick={() => controllerInFlight.current?.abort()}
    >
      {t('common:export.running', { size: formatBytes(bytes, locale()) })} <span aria-hidden="true">×</span>
    </Button>
  )
}
