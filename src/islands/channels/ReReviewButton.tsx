import { useId } from 'react'
import type { Channel } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './ChannelCard.module.css'
import { HiddenLabel } from './HiddenLabel.tsx'
import { formatMoment, useCurrentTime } from './moment.ts'
import { getReReviewBlock } from './next-step.ts'

/** Asks for another review of a held channel; says why that is not possible yet, and stays in reach of the keyboard. */
export function ReReviewButton({ channel, kind }: { channel: Channel; kind: 'primary' | 'quiet' }) {
  const id = useId()
  const now = useCurrentTime(channel.reReviewFrom)
  const block = getReReviewBlock(channel, now)
  const when = channel.reReviewFrom === null ? '' : formatMoment(channel.reReviewFrom, locale())
  const blockText = block && t(`channels:reReview.${block}`, { when })
  return (
    <>
      <Button
        kind={block ? 'quiet' : kind}
        aria-disabled={block !== null || undefined}
        aria-describedby={blockText ? id : undefined}
        title={blockText ?? undefined}
        onClick={() => {
          if (!block) openDialog('review', channel.id)
        }}
      >
        {t('channels:step.re-review')} <HiddenLabel channel={channel} />
      </Button>
      {blockText && (
        <p id={id} className={styles.why}>
          {blockText}
        </p>
      )}
    </>
  )
}
