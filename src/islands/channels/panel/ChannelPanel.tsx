import { useStore } from '@nanostores/react'
import { type ReactNode, useContext, useEffect } from 'react'
import { approvalStatus, getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel } from '#contract/channels/channels.ts'
import type { ChannelDialog } from '#islands/channels/dialogs/parts/dialog-props.ts'
import { StateChip } from '#islands/channels/stages/StatusChips.tsx'
import { formatMoment } from '#islands/channels/state/moment.ts'
import { getNextStep } from '#islands/channels/state/next-step.ts'
import { $panelChannel, $panelId, channelList, closePanel } from '#islands/channels/state/store.ts'
import { getChannelPageUrl, getReportUrl } from '#islands/channels/state/urls.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { useMediaQuery } from '#islands/kit/hooks/use-media-query.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { may } from '#lib/api/session.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { joinSentences, listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './ChannelPanel.module.css'
import { ReReviewButton } from './ReReviewButton.tsx'
import { SharesFactContext } from './shares-fact.ts'
import { Timeline } from './Timeline.tsx'

export const widePanelQuery = '(min-width: 1280px)'

/** Appears beside the list where there is room, otherwise as a dialog. */
export function ChannelPanel() {
  const { item: channel, isMissing, error } = useStore($panelChannel)
  const isBeside = useMediaQuery(widePanelQuery)
  const problem = isMissing ? t('channels:gone') : channel ? null : error
  useEffect(() => {
    if (problem === null) return
    notify('error', problem)
    closePanel()
  }, [problem])
  if (isBeside)
    return (
      <>
        <p className="visually-hidden" role="status">
          {channel && t('channels:panel.opened', { name: channel.name })}
        </p>
        {channel && <SidePanel key={channel.id} channel={channel} />}
      </>
    )
  return (
    channel && (
      <Dialog title={channel.name} titleHidden swipe="down" onClose={closePanel}>
        <div className="stack gap-4">
          <PanelContent channel={channel} heading={<b className="text-l bold break">{channel.name}</b>} />
        </div>
      </Dialog>
    )
  )
}

/** Fields, menus and dialogs close themselves by Escape. */
const ownsEscape = ({ target, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented ||
  document.querySelector('dialog[open], [aria-expanded=true]') !== null ||
  (target instanceof HTMLElement && target.matches('input, select, textarea'))

/** Returns the focus to the row that opened the panel. */
function closeSidePanel(): void {
  const id = $panelId.get()
  closePanel()
  document.querySelector<HTMLElement>(`[data-channel="${id}"] a`)?.focus()
}

/** Escape closes it wherever the focus is: it stays in the list while rows are looked through. */
function SidePanel({ channel }: { channel: Channel }) {
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !ownsEscape(event)) closeSidePanel()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [])
  return (
    <aside className={styles.panel} aria-label={channel.name}>
      <PanelContent
        channel={channel}
        heading={<h2 className="text-m break">{channel.name}</h2>}
        onClose={closeSidePanel}
      />
    </aside>
  )
}

interface PanelContentProps {
  channel: Channel
  heading: ReactNode
  onClose?: () => void
}

function PanelContent({ channel, heading, onClose = closePanel }: PanelContentProps) {
  const { channelId, thumbnail, handle, category } = channel
  return (
    <>
      <div className="line gap-3">
        <ChannelPicture channelId={channelId} address={thumbnail} />
        <div className="grow">
          {heading}
          <p className="caption break">
            {[handle, t(`channels:category.${category}`)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <button
          type="button"
          className={`icon-button ${styles.close}`}
          aria-label={t('channels:panel.close')}
          onClick={onClose}
        >
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </div>
      <StateBox channel={channel} />
      <section className="stack gap-2">
        <h3>{t('channel-timeline:title')}</h3>
        <Timeline channel={channel} />
      </section>
      <section className="stack gap-2">
        <h3>{t('channels:panel.facts')}</h3>
        <Facts channel={channel} />
      </section>
    </>
  )
}

const tones = {
  unverified: 'warn',
  pending: undefined,
  held: 'warn',
  approved: undefined,
  rejected: 'bad',
} as const

function StateBox({ channel }: { channel: Channel }) {
  const { reason, verification, verificationFailure, expiresAt, approval, reReviewedAt } = channel
  const state = getChannelState(channel)
  const isPending = verification === 'pending'
  return (
    <div className={styles.state} data-tone={tones[state]}>
      <StateChip channel={channel} />
      {reason && (
        <p className="break">
          <b className="caption">
            {t(`channels:card.${approval === approvalStatus.held ? 'heldFor' : 'rejectedFor'}`)}
          </b>
          <br />
          {reason}
        </p>
      )}
      {isPending && verificationFailure && state !== 'rejected' && (
        <p className="bad">{t(`channels:verificationFailure.${verificationFailure}`)}</p>
      )}
      {isPending && expiresAt && <p>{t('channels:deadline', { when: formatMoment(expiresAt, locale()) })}</p>}
      {state === 'pending' && (
        <p>
          {joinSentences(
            reReviewedAt
              ? t('channels:reReview.done', { day: formatLocalDay(reReviewedAt, locale()) })
              : t('channels:step.in-review'),
            t('channels:step.reviewTime'),
          )}
        </p>
      )}
      <div className="wrap gap-2">
        <PrimaryAction channel={channel} />
        {state === 'approved' && (
          <a className="button" href={getReportUrl(channel)}>
            {t('channels:step.report')}
          </a>
        )}
        <a className="button" href={getChannelPageUrl(channel.page)} target="_blank" rel="noreferrer">
          {t('channels:menu.youtube')} <span aria-hidden="true">↗</span>
        </a>
      </div>
    </div>
  )
}

function PrimaryAction({ channel }: { channel: Channel }) {
  const step = getNextStep(channel, useStore(may('channels.assign')))
  const button = (dialog: ChannelDialog) => (
    <Button kind="primary" onClick={() => openDialog(dialog, channel.id)}>
      {t(`channels:step.${step}`)} <HiddenLabel>{channel.name}</HiddenLabel>
    </Button>
  )
  switch (step) {
    case 'verify':
      return (
        <>
          {button('verify')}
          {channel.approval === approvalStatus.held && <ReReviewButton channel={channel} />}
        </>
      )
    case 'verifying':
      return button('verify')
    case 'assign':
      return button('assign')
    case 're-review':
      return <ReReviewButton channel={channel} kind="primary" />
    case 'in-review':
    case 'report':
    case 'reason':
      return null
  }
}

function Facts({ channel }: { channel: Channel }) {
  const seesChannels = useStore(may('channels.read'))
  const assigns = useStore(may('channels.assign'))
  const seesShares = useStore(may('shares.read'))
  const sharesFact = useContext(SharesFactContext)
  const { members, channelId, registeredAt, approvedAt } = channel
  return (
    <dl className={styles.facts}>
      {seesChannels && (
        <Fact label={t('channels:card.members')}>
          {members.length > 0
            ? listNames(members.map(({ nickname }) => nickname))
            : t('channels:card.nobody')}{' '}
          {assigns && channel.approval !== approvalStatus.rejected && (
            <button type="button" className={styles.assign} onClick={() => openDialog('assign', channel.id)}>
              {t('channels:action.assign')}
            </button>
          )}
        </Fact>
      )}
      {seesShares && sharesFact && members.length > 0 && (
        <Fact label={t('payout:shares')}>
          <Lazy
            component={sharesFact}
            props={{ channelId, members: members.map(({ id }) => id).join() }}
            fallback={<span className="faint">{t('common:loading')}</span>}
          />
        </Fact>
      )}
      <Fact label={t('channels:card.registered')}>{formatLocalDay(registeredAt, locale())}</Fact>
      <Fact label={t('channels:card.approved')}>
        {approvedAt ? formatLocalDay(approvedAt, locale()) : '–'}
      </Fact>
      <ProfitFact id={channel.id} />
      <Fact label={t('channels:panel.channelId')}>
        <span className="line gap-1">
          <span className="min-0 break">{channelId}</span>
          <CopyButton
            text={channelId}
            copied={t('channels:panel.copied')}
            failed={t('channels:panel.notCopied', { id: channelId })}
            label={t('channels:panel.copy')}
          />
        </span>
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="break">{children}</dd>
  </div>
)

/** The profit comes with the list, so other channels have none. */
function ProfitFact({ id }: { id: number }) {
  const { result } = useStore(channelList.$state)
  const profit = result?.data.channels.find((channel) => channel.id === id)?.profit ?? null
  if (!result || profit === null) return null
  return (
    <Fact label={t('channels:column.profit')}>{formatMoney(profit, result.data.currency, locale())}</Fact>
  )
}
