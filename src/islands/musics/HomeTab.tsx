import { FavoriteList } from './FavoriteList.tsx'
import { MoodLinks } from './MoodLinks.tsx'
import { PopularChart } from './PopularChart.tsx'

export const HomeTab = () => (
  <>
    <FavoriteList />
    <PopularChart />
    <MoodLinks />
  </>
)
