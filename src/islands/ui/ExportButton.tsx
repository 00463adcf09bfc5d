import { useEffect, useRef, useState } from 'react'
import type { Endpoint, EndpointQuery } from '#contract/endpoint.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ApiError } from '#lib/api/call.ts'
import { formatBytes } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

interface ExportButtonProps<E extends Endpoint> {
  endpoint: E
  query: EndpointQuery<E>
  table: string
  /** Says all by itself, instead of the usual one. */
  text?: string
}

/** A second click cancels the download. */
export function ExportButton<E extends Endpoint>({ endpoint, query, table, text }: ExportButtonProps<E>) {
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
      notify('success', t('common:export.done'))
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
        aria-label={text ? undefined : t('common:export.of', { table })}
        onClick={save}
      >
        {text ?? t('common:export.button')}
      </Button>
    )
  return (
    <Button
      className="small"
      title={t('common:export.cancel')}
      onClick={() => controllerInFlight.current?.abort()}
    >
      {t('common:export.running', { size: formatBytes(bytes, locale()) })} <span aria-hidden="true">×</span>
    </Button>
  )
}
