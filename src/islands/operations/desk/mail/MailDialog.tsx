import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeskMail, MailObstacle } from '#contract/operations/desk/mail.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Mail.module.css'
import { StateChip } from './MailList.tsx'
import { mailDetails, nameKind, retry, suppress } from './store.ts'

export function MailDialog() {
  const { result, error } = useStore(mailDetails.$state)
  return (
    <Dialog title={t('desk-mail:details.title')} swipe="down" onClose={closeDialog}>
      {result ? (
        <Details {...result.data} />
      ) : error ? (
        <LoadFailure title={t('desk-mail:failed')} error={error} onRetry={mailDetails.reload} />
      ) : (
        <DialogContent>
          <Skeleton width="70%" height="24px" />
          <Skeleton width="50%" />
        </DialogContent>
      )}
    </Dialog>
  )
}

interface DetailsProps {
  mail: DeskMail
  subject: string | null
  obstacle: MailObstacle | null
  isSuppressed: boolean
}

function Details({ mail, subject, obstacle, isSuppressed }: DetailsProps) {
  const { recipient, nickname, kind, site, state, attempts, failure, createdAt, changedAt } = mail
  const facts: [name: string, value: string][] = [
    [t('desk-mail:columns.kind'), nameKind(kind)],
    [t('desk:filters.site'), site],
    [t('desk-mail:details.created'), formatFullMoment(createdAt, locale())],
    [t('desk-mail:details.changed'), formatFullMoment(changedAt, locale())],
    [t('desk-mail:details.attempts'), formatNumber(attempts, locale())],
    ...(subject === null ? [] : [[t('desk-mail:details.subject'), subject] as [string, string]]),
  ]
  return (
    <>
      <DialogContent>
        <SubjectLine name={recipient} detail={nickname} />
        <p>
          <StateChip state={state} />
        </p>
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="break">{value}</dd>
            </div>
          ))}
        </dl>
        {failure !== null && (
          <div className={`panel ${styles.reply}`}>
            <p className="bold">{t('desk-mail:columns.failure')}</p>
            <p className="break">{failure}</p>
          </div>
        )}
        {obstacle !== null && <p className="note">{t(`desk-mail:obstacles.${obstacle}`)}</p>}
        {obstacle === null && state === 'uncertain' && <p className="note">{t('desk-mail:twice')}</p>}
        <p className="caption">{t('desk-mail:details.hidden')}</p>
      </DialogContent>
      <Actions mail={mail} maySend={obstacle === null} isSuppressed={isSuppressed} />
    </>
  )
}

interface ActionsProps {
  mail: DeskMail
  maySend: boolean
  isSuppressed: boolean
}

function Actions({ mail, maySend, isSuppressed }: ActionsProps) {
  const [pending, setPending] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setPending(true)
    await action()
    setPending(false)
  }
  return (
    <DialogActions>
      <Permitted permission="suppressions.change">
        <Button pending={pending} onClick={() => run(() => suppress(mail.recipient, !isSuppressed))}>
          {t(isSuppressed ? 'desk-mail:unsuppress' : 'desk-mail:suppress')}
        </Button>
      </Permitted>
      {maySend && (
        <Permitted permission="mail.change">
          <Button kind="primary" pending={pending} onClick={() => run(() => retry(mail))}>
            {t('desk-mail:retry')}
          </Button>
        </Permitted>
      )}
    </DialogActions>
  )
}
