import type { BoardRow, GroupName } from '#islands/settlement/payments/state/board.ts'

const sendableGroups: readonly GroupName[] = ['ready', 'returned', 'partly']

/** It is to be paid, and no bank has been asked yet. */
export const canSend = ({ group }: BoardRow): boolean => sendableGroups.includes(group)
