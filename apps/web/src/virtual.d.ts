declare module 'virtual:public-script' {
  export const publicScript: string
}
