const shapes = {
  dashboard: 'M3.5 3.5h5.5v7h-5.5zM11 3.5h5.5v4h-5.5zM11 9.5h5.5v7h-5.5zM3.5 12.5h5.5v4h-5.5z',
  language:
    'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM2.8 10h14.4M10 2.8c2.6 2.4 2.6 12 0 14.4M10 2.8c-2.6 2.4-2.6 12 0 14.4',
  logout: 'M8 3.5H3.5v13H8M8 10h8.5M13.5 7l3 3-3 3',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  warning: 'M10 3 1.8 16.5h16.4zM10 8v4.2M10 14.2v.4',
} as const

export type IconName = keyof typeof shapes

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
