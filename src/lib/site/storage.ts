/** Treats blocked or full storage as empty: pages work without it. */
function tryStorage<T>(operation: () => T): T | null {
  try {
    return operation()
  } catch {
    return null
  }
}

export const readLocal = (key: string) => tryStorage(() => localStorage.getItem(key))
export const writeLocal = (key: string, value: string) => tryStorage(() => localStorage.setItem(key, value))
export const listLocalKeys = () => tryStorage(() => Object.keys(localStorage)) ?? []
export const removeLocal = (key: string) => tryStorage(() => localStorage.removeItem(key))
export const readTab = (key: string) => tryStorage(() => sessionStorage.getItem(key))
export const removeTab = (key: string) => tryStorage(() => sessionStorage.removeItem(key))
export const writeTab = (key: string, value: string) => tryStorage(() => sessionStorage.setItem(key, value))
