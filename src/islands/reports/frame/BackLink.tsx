import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './BackLink.module.css'

/** Returns to a report with the period and member of this page. */
export function BackLink({ path, children }: { path: string; children: ReactNode }) {
  const params = useStore($params)
  return (
    <a className={styles.back} href={localizePath(buildReportPath(path, params), locale())}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M10 3.5 5.5 8l4.5 4.5" />
      </svg>
      {children}
    </a>
  )
}
