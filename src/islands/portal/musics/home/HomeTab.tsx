import { MoodLinks } from '#islands/portal/musics/tracks/MoodLinks.tsx'
import { FavoriteList } from './FavoriteList.tsx'
import { PopularChart } from './PopularChart.tsx'

export const HomeTab = () => (
  <>
    <FavoriteList />
    <PopularChart />
    <MoodLinks />
  </>
)
