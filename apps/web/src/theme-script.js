try{document.documentElement.dataset.mode=localStorage.getItem('UIMode')==='dark'?'dark':'light'}catch{}
