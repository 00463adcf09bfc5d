import type { Endpoint, EndpointQuery } from '#contract/platform/endpoint.ts'
import { useDownload } from '#islands/kit/hooks/use-download.ts'
import { formatBytes } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
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
  const { bytes, save, cancel } = useDownload(endpoint, texts?.done ?? t('common:export.done'))
  if (bytes === null)
    return (
      <Button
        className="small"
        kind={kind}
        aria-label={texts ? undefined : t('common:export.of', { table })}
        onClick={() => save(query)}
      >
        {texts?.button ?? t('common:export.button')}
      </Button>
    )
  return (
    <Button className="small" kind={kind} title={t('common:export.cancel')} onClick={cancel}>
      {t('common:export.running', { size: formatBytes(bytes, locale()) })} <span aria-hidden="true">×</span>
    </Button>
  )
}
