import type { GroupName } from '#islands/settlement/payments/state/board.ts'

const paths: Record<GroupName, string> = {
  blocked: 'M4.5 7.2h7v6h-7zM6 7.2V5.4a2 2 0 0 1 4 0v1.8',
  ready: 'M3 8.4 6.4 12 13 4.6',
  sent: 'M6.5 3.5h-3v9h9v-3M9 3.5h3.5V7M12.3 3.7 7.6 8.4',
  paid: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M5.4 8.2l1.9 1.9 3.4-4',
  returned: 'M6 4 2.8 7.2 6 10.4M3 7.2h6.2a3 3 0 0 1 0 6H8',
  partly: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 2.2v11.6',
}

export const GroupIcon = ({ name }: { name: GroupName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" data-group={name}>
    <path d={paths[name]} />
  </svg>
)
