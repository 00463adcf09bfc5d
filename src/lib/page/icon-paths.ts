/** The lines of each icon, in a square of 20. Pages bring them as symbols, so that no script carries them. */
export const iconPaths = {
  'config-account':
    'M10 10.2a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8zM3.5 16.5c.8-3 3.4-4.3 6.5-4.3s5.7 1.3 6.5 4.3',
  dashboard: 'M3.5 3.5h5.5v7h-5.5zM11 3.5h5.5v4h-5.5zM11 9.5h5.5v7h-5.5zM3.5 12.5h5.5v4h-5.5z',
  guides:
    'M10 5.2C8.3 4 6 3.6 3 3.6v11.6c3 0 5.3.4 7 1.6 1.7-1.2 4-1.6 7-1.6V3.6c-3 0-5.3.4-7 1.6zM10 5.2v11.6',
  language:
    'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM2.8 10h14.4M10 2.8c2.6 2.4 2.6 12 0 14.4M10 2.8c-2.6 2.4-2.6 12 0 14.4',
  logout: 'M8 3.5H3.5v13H8M8 10h8.5M13.5 7l3 3-3 3',
  'manage-channel': 'M3 4h14v9.5H3zM8.4 6.7v4.1l3.5-2zM6.5 16.5h7',
  'manage-member':
    'M7.5 3.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM2.5 16.5c0-3 2.2-5 5-5s5 2 5 5M13 3.6a2.6 2.6 0 0 1 0 5M14.5 11.9c1.9.6 3 2.3 3 4.6',
  musics:
    'M7.5 14.5V4.5l8-1.5v9.5M7.5 14.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM15.5 12.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  notices: 'M4 8v4h2.5l6.5 3.5v-11L6.5 8zM16 7.5c1.2 1.5 1.2 3.5 0 5M7 12.5V16h2',
  'payment-info': 'M3 4.5h14v11H3zM3 8h14M6 12.3h4',
  'report-channel': 'M3.5 16.5V9h3v7.5zM8.5 16.5v-13h3v13zM13.5 16.5V6.5h3v10zM2 16.5h16',
  'report-video':
    'M6 2.5h8a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 16V4A1.5 1.5 0 0 1 6 2.5zM8.3 7v6l4.7-3z',
  warning: 'M10 3 1.8 16.5h16.4zM10 8v4.2M10 14.2v.4',
} as const

export type IconName = keyof typeof iconPaths
