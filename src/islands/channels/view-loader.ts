import { loadChannelStrings } from '#lib/i18n/channel-strings.ts'

/** The view's code and texts. */
export async function loadView() {
  const [{ ChannelsView }] = await Promise.all([import('./ChannelsView.tsx'), loadChannelStrings('channels')])
  return ChannelsView
}
