import { useAction } from '#islands/kit/hooks/use-action.ts'

/** `onConflict`: someone else changed the data first. */
export const useChannelAction = (onConflict: () => void) =>
  useAction(({ code }) => {
    if (code === 'changed' || code === 'not_found') onConflict()
  })
