// The first module of the web client.
const heading = document.createElement('h1');
heading.textContent = 'Gauntlet';
document.getElementById('screen').append(heading);
