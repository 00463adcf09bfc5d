import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type PayoutShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { call } from '#lib/api/call.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import { FromDayField } from './FromDayField.tsx'
import { ShareFields } from './ShareFields.tsx'
import { ShareHistory } from './ShareHistory.tsx'
import { findSetOf, parseShares, toShareTexts } from './share-form.ts'
import { $channelShares, payoutShares } from './store.ts'

interface SharesDialogProps {
  onSaved?: () => void
}

export function SharesDialog({ onSaved = () => {} }: SharesDialogProps) {
  const { shares, error } = useStore($channelShares)
  const { isLoading } = useStore(payoutShares.$state)
  // The form must start with current shares, and the cached ones may be outdated.
  const [isReady, setIsReady] = useState(false)
  if (!isReady && shares && !isLoading) setIsReady(true)
  return (
    <Dialog title={t('payout:shares')} swipe="down" guardsInput onClose={closeDialog}>
      {shares && isReady ? (
        <SharesForm key={shares.channelId} shares={shares} onSaved={onSaved} />
      ) : error ? (
        <>
          <DialogContent>
            <ErrorMessage text={error} />
          </DialogContent>
          <DialogActions>
            <Button onClick={closeDialog}>{t('common:close')}</Button>
            <Button onClick={payoutShares.reload}>{t('common:retry')}</Button>
          </DialogActions>
        </>
      ) : (
        <DialogContent>
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <Skeleton height="280px" />
        </DialogContent>
      )}
    </Dialog>
  )
}

function useSharesForm(shares: PayoutShares, onSaved: () => void) {
  const { id, members, sets, undecidedFrom, today } = shares
  const [fromDay, setFromDay] = useState(undecidedFrom ?? today)
  const [texts, setTexts] = useState(() => toShareTexts(findSetOf(sets, fromDay)))
  const { pending, failure, setFailure, run } = useAction()
  async function save() {
    const { shares: list, problem } = parseShares(members, texts)
    if (problem !== null) return setFailure(t(`payout-shares:problem.${problem}`))
    if (fromDay === '') return setFailure(t('payout-shares:problem.day'))
    await run(async () => {
      await call(setPayoutShares, { body: { ids: [id], fromDay, shares: [...list] } })
      notify('success', t('payout-shares:done'))
      payoutShares.reload()
      onSaved()
      closeDialog()
    })
  }
  return { fromDay, setFromDay, texts, setTexts, pending, failure, save }
}

function SharesForm({ shares, onSaved }: { shares: PayoutShares; onSaved: () => void }) {
  const { channelId, name, thumbnail, members, sets, undecidedFrom, firstDay } = shares
  const form = useSharesForm(shares, onSaved)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <DialogContent>
        <SubjectLine
          name={name}
          detail={null}
          picture={<ChannelPicture channelId={channelId} address={thumbnail} />}
        />
        <p>{t('payout-shares:lead')}</p>
        {undecidedFrom !== null && (
          <p className="panel" data-tone="warn">
            {t('payout-shares:undecided', { day: formatDay(undecidedFrom, locale()) })}
          </p>
        )}
        {members.length > 0 ? (
          <>
            <ShareFields members={members} texts={form.texts} onChange={form.setTexts} />
            <FromDayField value={form.fromDay} firstDay={firstDay} onChange={form.setFromDay} />
          </>
        ) : (
          <p className="caption">{t('payout-shares:nobody')}</p>
        )}
        {sets.length > 0 && <ShareHistory sets={sets} />}
        <ErrorMessage text={form.failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={closeDialog}>{t('common:cancel')}</Button>
        {members.length > 0 && (
          <Button type="submit" kind="primary" pending={form.pending}>
            {t('common:save')}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}
