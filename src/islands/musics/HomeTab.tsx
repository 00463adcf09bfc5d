import { FavoriteList } from './FavoriteList.tsx'
import { MoodLinks } from './MoodLinks.tsx'
import { PopularChart } from './PopularChart.tsx'

/** Where somebody begins: their own tracks, the week's popular ones, ways by mood. */
export const HomeTab = () => (
  <>
    <FavoriteList />
    <PopularChart />
    <MoodLinks />
  </>
)
