/** Names and SHA-256 hashes of the migrations of the first edition (version b7918a8). */
export const firstEditionMigrations: readonly (readonly [name: string, sha256: string])[] = [
  ['0001_core.sql', '13c2e125443af923415a278b4e192c1ae9b08898fd7a45cbe65624694e2c5525'],
  ['0002_reports.sql', '20991d2767f69957956ec976f8e97552e22de71431f4a8e4766533a076ddd80b'],
  ['0003_lists.sql', 'd4ff9d1756df6673fc266b232c89afa36b0f17159d6b5582424b2702cbb56fcc'],
  ['0004_weekly_musics.sql', '7cb4449ea5480aeb2fa011c9cea7013fb0d194be45426877cfb071238b3e95aa'],
  ['0005_report_lists.sql', '32607a277e193ee9a5876246f6c9aaeeec17b386001597075d9e96179cfd8e29'],
  ['0006_changes.sql', '2ad89da306e1489edad8c13ee5b57e43f52e0b2c2399fba8e6f182e629e0994f'],
  ['0007_faster_amounts.sql', '9a983b747e914b3b71128dadfa9d2384f9bd8fc8d8dfa72dca63e3d3a45b9cb3'],
  ['0008_channels.sql', 'db86df3e6aa04b62ca3100a88392a7012e713f4749bc930477ea6b934ffde8a1'],
  ['0009_people.sql', '538ddfdfdd1e563607fecda6593a3bdefcb7b741b762a7d71e3a6912c0eddfba'],
  ['0010_catalogue.sql', 'ba15d5b84c750b720bc879d7289fd0d3bfc9ea8c96bc0b99a4101f5e90a138ed'],
  ['0011_music_lists.sql', '18b633f3d085d0a94b4195ffa031df0c1aace3e1dca457cfb5ca6f875194f929'],
  ['0012_notices.sql', '04a3dc4e877db947d1444248428a7e5a13fc42f818e749092ee55df3bef53f53'],
]

/** New names of tables, for backups; first-edition.sql renames them in a database. */
const tables: Readonly<Record<string, string>> = {
  audit: 'audit_log',
  contacts: 'payment_info',
  favourites: 'favorites',
  mood_tags: 'moods',
  music_moods: 'track_moods',
  music_changes: 'track_changes',
  musics: 'tracks',
  weekly_musics: 'weekly_track_ranks',
}

/** New names of columns, by the old name of their table. */
const columns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: { permission_flag: 'is_manager' },
  audit: { made_at: 'created_at' },
  favourites: { music_id: 'track_id', place: 'position' },
  mood_tags: { tracks: 'track_count' },
  music_moods: { music_id: 'track_id', mood_tag_id: 'mood_id' },
  partner_keys: { made_at: 'created_at' },
  report_state: { only_row: 'is_singleton', week_to: 'ranked_until' },
  sites: { is_playist: 'is_playlist' },
  videos: { said_on: 'reported_on', said_at: 'reported_at' },
  weekly_musics: { music_id: 'track_id', last_rank: 'previous_rank' },
  youtube_quota: { used_up: 'is_exhausted' },
}

export const renameTable = (name: string): string => tables[name] ?? name

export const renameColumn = (table: string, name: string): string => columns[table]?.[name] ?? name

/** Sequences are named after their table and the column `id` or `registration_id`. */
export const renameSequence = (name: string): string =>
  name.replace(/^(.+)(_id_seq)$/, (_, table: string, suffix: string) => renameTable(table) + suffix)
