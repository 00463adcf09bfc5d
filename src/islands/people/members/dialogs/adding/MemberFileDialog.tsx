import { useStore } from '@nanostores/react'
import type { ImportedMember, ImportHold } from '#contract/people/membership/member-import.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { DropZone } from '#islands/kit/upload/DropZone.tsx'
import { RefusedFile } from '#islands/kit/upload/RefusedFile.tsx'
import { joinSentences } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { EarlierImports } from './EarlierImports.tsx'
import { ImportedLines } from './ImportedLines.tsx'
import styles from './MemberFile.module.css'
import { memberImports } from './member-imports.ts'
import { saveTemplate, template } from './member-template.ts'
import { useMemberFile } from './use-member-file.ts'

/** Checks a file of members line by line, then creates and invites them, and takes an import back. */
export function MemberFileDialog() {
  const { outcome, pending, failure, preview, apply, undo } = useMemberFile()
  const { result } = useStore(memberImports.$state)
  const checked = outcome?.kind === 'checked' ? outcome : null
  const counts = checked && countOutcomes(checked.lines)
  const isApplicable = counts !== null && counts.refused === 0 && counts.created > 0
  return (
    <Dialog title={t('member-file:title')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        {!checked && <Instructions />}
        <DropZone label={t('member-file:title')} pending={pending} onFile={preview} />
        <div role="status" className="stack gap-3">
          {checked && counts && (
            <section className="stack gap-3" aria-label={t('csv-upload:preview', { name: checked.name })}>
              <Summary name={checked.name} counts={counts} />
              <ImportedLines lines={checked.lines} file={checked.file} />
            </section>
          )}
          {outcome?.kind === 'applied' && (
            <p className="panel" data-tone="good">
              {t('member-file:done', { count: outcome.count })}
            </p>
          )}
          {outcome?.kind === 'undone' && <Undone {...outcome} />}
        </div>
        {outcome?.kind === 'refused' && <RefusedFile {...outcome} />}
        <ErrorMessage text={failure} />
        {!checked && <EarlierImports imports={result?.data.imports ?? []} pending={pending} onUndo={undo} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:close')}</Button>
        {checked && isApplicable && (
          <Button kind="primary" pending={pending} onClick={() => apply(checked)}>
            {t('member-file:apply', { count: counts.created })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Make room for the results. */
const Instructions = () => (
  <>
    <p>{t('member-file:lead')}</p>
    <p>{t('member-file:columns')}</p>
    <pre className={styles.example}>{template}</pre>
    <p>
      <Button onClick={saveTemplate}>{t('member-file:template')}</Button>
    </p>
  </>
)

type Counts = Record<ImportedMember['outcome'], number>

function countOutcomes(lines: readonly ImportedMember[]): Counts {
  const counts: Counts = { created: 0, exists: 0, refused: 0 }
  for (const { outcome } of lines) counts[outcome] += 1
  return counts
}

function describeCounts({ created, exists, refused }: Counts): string {
  if (refused > 0) return t('member-file:refused', { count: refused })
  const result = created > 0 ? t('member-file:willCreate', { count: created }) : t('member-file:nobody')
  return exists > 0 ? joinSentences(result, t('member-file:existing', { count: exists })) : result
}

const Summary = ({ name, counts }: { name: string; counts: Counts }) => (
  <div className="panel stack gap-1" data-tone={counts.refused > 0 ? 'bad' : 'good'}>
    <b className="break">{name}</b>
    <p>{describeCounts(counts)}</p>
  </div>
)

interface UndoneProps {
  removed: number
  kept: readonly { email: string; nickname: string; reason: ImportHold }[]
}

const Undone = ({ removed, kept }: UndoneProps) => (
  <div className="panel stack gap-1" data-tone={kept.length > 0 ? 'warn' : 'good'}>
    <p>{t('member-file:undone', { count: removed })}</p>
    {kept.length > 0 && (
      <>
        <p>{t('member-file:kept', { count: kept.length })}</p>
        <ul className={styles.lines}>
          {kept.map(({ email, nickname, reason }) => (
            <li key={email}>
              <b className="break">{nickname}</b>
              <small className="break">{email}</small>
              <span>{t(`member-file:hold.${reason}`)}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)
