import { useId } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { formatMoment, useCurrentTime } from '#islands/channels/state/moment.ts'
import { getReReviewBlock } from '#islands/channels/state/next-step.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

/** Stays focusable while blocked, to explain why. */
export function ReReviewButton({ channel, kind }: { channel: Channel; kind?: 'primary' }) {
  const id = useId()
  const now = useCurrentTime(channel.reReviewFrom)
  const block = getReReviewBlock(channel, now)
  const when = channel.reReviewFrom === null ? '' : formatMoment(channel.reReviewFrom, locale())
  const blockText =
    block &&
    t(block === 'unverified' ? 'messages:refusals.unverified' : `channels:reReview.${block}`, { when })
  return (
    <>
      <Button
        kind={block ? undefined : kind}
        aria-disabled={block !== null || undefined}
        aria-describedby={blockText ? id : undefined}
        title={blockText ?? undefined}
        onClick={() => {
          if (!block) openDialog('review', channel.id)
        }}
      >
        {t('channels:step.re-review')} <HiddenLabel>{channel.name}</HiddenLabel>
      </Button>
      {blockText && (
        <p id={id} className="caption">
          {blockText}
        </p>
      )}
    </>
  )
}
